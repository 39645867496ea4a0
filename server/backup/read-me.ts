/** The first file in a backup, which explains it to whoever finds it years later. */
export const READ_ME = `This is a backup of Script Writer, a web app for writing screenplays.

To restore it into an empty installation:  npm run restore -- FILE
To check it without restoring anything:    npm run restore -- --check FILE

tables/SCHEMA.TABLE/   the rows of each table, in the text format of PostgreSQL's COPY (UTF-8); the
                       columns are named in manifest.json. Put the numbered files one after another:
                       tar -xzOf FILE --wildcards 'tables/public.scripts/*'
manifest.json          version, migrations, tables with their columns, row counts and checksums
manifest.sha256        the checksum of manifest.json
secrets.json           only if the backup was made with --with-secrets
`
