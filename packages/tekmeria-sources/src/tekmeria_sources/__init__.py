"""Evidence service: biomedical records cut into passages with verifiable handles, and their store."""
