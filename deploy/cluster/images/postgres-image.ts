import { join, relative, resolve } from 'node:path'
import { findPostgresBinaries } from '@portal/adapters/embedded-postgres/postgres-binaries'
import { fileEntry, folderEntries, textEntry } from '../../images/content/image-files.ts'
import { linkedLibraries } from '../../images/content/node-layer.ts'
import { writeLayout } from '../../images/oci/layout.ts'
import type { TarEntry } from '../../images/oci/tar.ts'

/** The account that the image of Docker Hub uses as well. */
const uid = 999
const home = 'usr/local/postgres'

/**
 * What the image of Docker Hub does with what the chart gives it: makes a cluster in `PGDATA`, runs
 * the SQL of the first start, a statement on each line, and then serves.
 */
const entry = `#!/bin/sh
set -e
bin=/${home}/bin
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  printf '%s' "$POSTGRES_PASSWORD" > /tmp/password
  $bin/initdb --pgdata="$PGDATA" --username=postgres --pwfile=/tmp/password --auth=scram-sha-256 \\
    --encoding=UTF8 --locale=C --locale-provider=builtin --builtin-locale=C.UTF-8 --no-instructions
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  for file in /docker-entrypoint-initdb.d/*.sql; do
    $bin/postgres --single -D "$PGDATA" postgres < "$file" > /dev/null
  done
fi
exec $bin/postgres -D "$PGDATA" -c listen_addresses='*' -c unix_socket_directories=/var/run/postgresql "$@"
`

/**
 * Postgres as an image, for a cluster that reaches no registry: the portal's embedded Postgres with
 * Debian's shell, which initdb needs.
 */
export async function writePostgresImage(layout: string, name: string): Promise<void> {
  await writeLayout(layout, {
    name,
    layers: [{ title: 'Postgres and a shell', entries: await entries() }],
    command: ['/bin/sh', '/entry'],
    environment: ['LANG=C.UTF-8'],
    workingFolder: '/',
    user: `${uid}:${uid}`,
    labels: {},
  })
}

async function entries(): Promise<TarEntry[]> {
  const binaries = await findPostgresBinaries()
  const shell = '/bin/dash'
  const programs = ['initdb', 'postgres'].map((program) => join(binaries, 'bin', program))
  const linked = new Set((await Promise.all([shell, ...programs].map(linkedLibraries))).flat())
  const libraries = [...linked].map((path) => {
    const own = relative(binaries, resolve(path))
    return fileEntry(own.startsWith('..') ? path.slice(1) : join(home, own), path)
  })
  return [
    ...(await Promise.all(programs.map((path) => fileEntry(join(home, relative(binaries, path)), path)))),
    ...(await folderEntries(join(home, 'lib', 'postgresql'), join(binaries, 'lib', 'postgresql'))),
    ...(await folderEntries(join(home, 'share'), join(binaries, 'share'))),
    ...(await Promise.all(libraries)),
    await fileEntry('bin/sh', shell),
    textEntry('etc/passwd', `postgres:x:${uid}:${uid}::/tmp:/nologin\n`),
    textEntry('etc/group', `postgres:x:${uid}:\n`),
    textEntry('entry', entry),
    { kind: 'folder', path: 'tmp', mode: 0o777 },
  ]
}
