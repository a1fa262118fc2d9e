import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { remoteConfig } from '@portal/build/remote-config'

/** What the PDF library asks for by name while it draws: character maps, fonts and decoders. */
const pdfjs = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
const folders = ['cmaps', 'standard_fonts', 'iccs', 'wasm']
/** Scripts of PDF forms are never run, and every supported browser has WebAssembly. */
const unused = /quickjs|nowasm/

const copies = folders.flatMap((folder) =>
  readdirSync(join(pdfjs, folder))
    .filter((name) => !unused.test(name))
    .map((name) => ({ from: join(pdfjs, folder, name), to: `pdfjs/${folder}/${name}` })),
)

export default (how: { mode: 'production' | 'development'; publicPath?: string }) =>
  remoteConfig({ name: 'documents', root: import.meta.dirname, copies, ...how })
