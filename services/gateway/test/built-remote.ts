import { hash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { sortedJson } from '@portal/contracts/remote-statement'
import type { RemoteEntry } from '@portal/contracts/remotes'
import { integrityOf } from '../src/remotes/remote-build.ts'

/** A finished build and its description. */
export interface BuiltRemote {
  readonly folder: string
  readonly entry: RemoteEntry
}

/** Makes builds as packages/build leaves them: scripts, a compressed twin, a description. */
export type BuildRemote = (
  name: string,
  text: string,
  change?: (entry: RemoteEntry) => unknown,
) => Promise<BuiltRemote>

/** A folder for builds, and what makes them there. */
export async function openWorkshop(): Promise<AsyncDisposable & { readonly build: BuildRemote }> {
  const workshop = await mkdtemp(join(tmpdir(), 'portal-builds-'))
  return {
    build: (name, text, change = (entry) => entry) => build({ workshop, name, text, change }),
    [Symbol.asyncDispose]: () => rm(workshop, { recursive: true, force: true }),
  }
}

interface Wanted {
  readonly workshop: string
  readonly name: string
  readonly text: string
  readonly change: (entry: RemoteEntry) => unknown
}

async function build({ workshop, name, text, change }: Wanted): Promise<BuiltRemote> {
  const folder = join(workshop, randomBytes(4).toString('hex'))
  const version = randomBytes(6).toString('hex')
  const files = {
    'remote-entry.js': `window.${name}='${text}'`,
    'assets/screen.0123456789.js': 'screen()'.repeat(200),
    'assets/pdf.worker.min.0123456789.mjs': 'work()',
    'fonts/serif.pfb': 'serif',
  }
  const integrity: Record<string, string> = {}
  for (const [file, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), content)
    integrity[file] = await integrityOf(join(folder, file))
  }
  const twin = brotliCompressSync(files['assets/screen.0123456789.js'])
  await writeFile(join(folder, 'assets/screen.0123456789.js.br'), twin)
  const entry: RemoteEntry = {
    name,
    version,
    entry: `/remotes/${name}/${version}/remote-entry.js`,
    container: `portal_${name}`,
    contract: { from: '1.0', below: '2.0' },
    files: hash('sha256', sortedJson(integrity), 'hex'),
    integrity,
    navigation: [],
    routes: [
      {
        path: `/${name}/:id`,
        screen: 'main',
        when: ['always'],
        title: 'A screen',
        layout: 'bare',
        preload: ['remote-entry.js', 'assets/screen.0123456789.js'],
      },
    ],
  }
  await writeFile(join(folder, 'remote.json'), JSON.stringify(change(entry)))
  return { folder, entry }
}
