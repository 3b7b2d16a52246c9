"""Words that commonly open a sentence, by language: the test of rule S10 of `sentences`.

Behind an abbreviation or a single capital a full stop is read as the end of the sentence only before
one of these words, written with a capital. They are function words and connective adverbs: a closed
class that hardly ever continues a name.
"""

__all__ = ["OPENERS"]

OPENERS: dict[str, str] = {
    "en": (
        "The A An I This That These Those It Its It's We Our They Their He She His Her You Your My One Two"
        " Three Four Five Six Seven Eight Nine Ten In On At For From By With Without After Before During"
        " Since Although Though While When Whenever Where Whereas If Unless Until As Because Thus Therefore"
        " Hence However Moreover Furthermore Additionally Also Both Each Every All Some Any Many Most Several"
        " Such Here There To Of Using Based Given But And Or Nor So Then Next Finally First Second Third"
        " Overall Together Taken Interestingly Surprisingly Importantly Unexpectedly Recently Previously"
        " Currently Only Not No None Neither Either Other Others Another What Why How Who Which Whether Is"
        " Are Was Were Do Does Did Has Have Had Can Could Should Would Under Upon Within Between Among"
        " Through Throughout Despite Compared Consistent Similarly Conversely Likewise Indeed Instead"
        " Nevertheless Nonetheless Notably Briefly Further Note See Let Let's Once Still Yet Even Much More"
        " Less Few Fewer Against Across Along Around Below Above Beyond Following Subsequently Consequently"
        " Accordingly Specifically Particularly Generally Typically Usually Often Sometimes Again Thereafter"
        " Later Meanwhile Otherwise Rather Today Patients Mice Rats Cells Results Data Methods Samples"
        " Sections Animals Participants Subjects Controls"
    ),
    "de": (
        "Der Die Das Den Dem Des Ein Eine Einen Einem Einer Eines Es Er Sie Wir Ich Ihr Man Diese Dieser"
        " Dieses Diesen Diesem Jene Jeder Jede Jedes Alle Viele Einige Mehrere Beide Kein Keine In Im Ins"
        " An Am Auf Aus Bei Beim Mit Nach Von Vom Vor Zu Zum Zur Über Unter Durch Für Gegen Ohne Um Bis"
        " Seit Während Wegen Trotz Zwischen Neben Hinter Ab Laut Wenn Weil Da Dass Ob Als Wie Wo Wer Was"
        " Warum Wann Welche Welcher Obwohl Sobald Falls Nachdem Bevor Damit Und Aber Oder Denn Doch Jedoch"
        " Sondern Auch Nur Noch Schon Hier Dort Dann Daher Deshalb Deswegen Dadurch Dabei Dazu Danach"
        " Davor Darum Außerdem Zudem Allerdings Insgesamt Bisher Heute Ferner Zusätzlich So Somit Nun"
        " Jetzt Nicht Sein Seine Ihre Unsere Mein Meine Seiner Seinen Ihrer Ihren Unser Zwar Rund Etwa"
        " Fast Knapp Mehr Manche Andere Weitere Dank Statt Innerhalb Außerhalb Außer Sowohl Weder Entweder"
        " Solche Wenige Vielleicht Leider Tatsächlich Natürlich Eigentlich Später Zunächst Zuerst"
        " Schließlich Anschließend Inzwischen Mittlerweile Dennoch Trotzdem Hierbei Hierzu Darüber Darauf"
        " Dafür Dagegen Daraus Darin Damals Gestern Ist Sind War Waren Hat Haben Wird Werden Kann Können"
        " Patienten"
    ),
    "fr": (
        "Le La Les L Un Une Des Du De D Ce Cet Cette Ces Il Elle Ils Elles On Nous Vous Je Tu Son Sa Ses"
        " Leur Leurs Notre Nos Votre Vos Mon Ma Mes En Dans Sur Sous Par Pour Avec Sans Chez Entre Vers Après"
        " Avant Depuis Pendant Lors Lorsque Quand Si Comme Mais Ou Et Donc Or Ni Car Ainsi Cependant"
        " Toutefois Néanmoins Aussi Alors Puis Ensuite Enfin Tout Tous Toute Toutes Chaque Plusieurs Certains"
        " Certaines Aucun Aucune Quel Quelle Quels Quelles Qui Que Quoi Où Comment Pourquoi À A Au Aux C S N"
        " Ne"
    ),
    "es": (
        "El La Los Las Lo Un Una Unos Unas Este Esta Estos Estas Ese Esa Esos Esas Esto Eso Él Ella Ellos"
        " Ellas Se Su Sus Nos Nuestro Nuestra Yo Tú Usted Mi Mis En De Del Al A Por Para Con Sin Sobre Entre"
        " Desde Hasta Hacia Según Tras Ante Bajo Durante Mediante Cuando Donde Como Si Aunque Porque Pues"
        " Pero Sino Y E O Ni Que Qué Quién Cuál Cómo Dónde Cuándo También Tampoco Además Asimismo Así"
        " Entonces Luego Después Antes Ahora Hoy Actualmente Posteriormente Finalmente Inicialmente No Ya"
        " Todo Todos Toda Todas Cada Algunos Algunas Muchos Varios Ningún Ninguna Otro Otra Ambos Debido Dado"
        " Fue Es Son Presentaba Presentó"
    ),
    "it": (
        "Il Lo La I Gli Le L Un Uno Una Questo Questa Questi Queste Quello Quella Si Ci Vi Lui Lei Loro Noi"
        " Voi Io Suo Sua In Nel Nella Nello Nei Nelle Negli Di Del Della Dello Dei Delle Degli Da Dal Dalla"
        " Dai Dalle A Al Alla Allo Ai Alle Agli Per Con Su Sul Sulla Sui Tra Fra Senza Dopo Prima Durante"
        " Secondo Quando Dove Come Se Sebbene Anche Ma E Ed O Oppure Però Tuttavia Inoltre Infine Quindi"
        " Dunque Poi Poiché Perché Chi Che Cosa Quale Quali Non Tutti Tutte Ogni Alcuni Alcune Molti È Sono"
    ),
    "pt": (
        "O A Os As Um Uma Este Esta Estes Estas Esse Essa Isso Isto Ele Ela Eles Elas Eu Nós Você Seu Sua Em"
        " No Na Nos Nas De Do Da Dos Das Por Pelo Pela Para Com Sem Sobre Entre Desde Até Após Antes Durante"
        " Quando Onde Como Se Embora Porque Mas E Ou Nem Que Quem Qual Também Além Assim Então Depois Agora"
        " Não Todos Todas Cada Alguns Algumas Muitos Ao Aos À Às"
    ),
}
