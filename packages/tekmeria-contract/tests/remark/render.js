// Renders Markdown with remark-gfm: a JSON list of texts from standard input, a JSON list of HTML to standard output.

import { text } from "node:stream/consumers";
import rehypeRaw from "rehype-raw";
import rehypeStringify from "rehype-stringify";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import { unified } from "unified";

const renderer = unified()
  .use(remarkParse)
  // A single tilde stands in every handle.
  .use(remarkGfm, { singleTilde: false })
  .use(remarkRehype, { allowDangerousHtml: true })
  .use(rehypeRaw)
  .use(rehypeStringify);

const answers = JSON.parse(await text(process.stdin));
process.stdout.write(JSON.stringify(answers.map((answer) => String(renderer.processSync(answer)))));
