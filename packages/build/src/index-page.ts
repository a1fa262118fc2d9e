import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Stats } from '@rspack/core'
import { integrityOf } from './file-integrity.ts'

/** Where the files of the entry are named in `src/index.html`; the gateway fills nonce and preloads (contracts/index-page.ts). */
export const assetsMark = '<!--assets-->'

/** Writes the shell's `index.html` from its template: entry scripts deferred and style sheets, each with its integrity. */
export async function writeIndexPage(root: string, folder: string, stats: Stats): Promise<void> {
  const template = await readFile(join(root, 'src', 'index.html'), 'utf8')
  if (!template.includes(assetsMark)) throw new Error(`src/index.html lacks ${assetsMark}`)
  const tags = await Promise.all(
    entryFiles(stats).map(async (file) => assetTag(file, integrityOf(await readFile(join(folder, file))))),
  )
  await writeFile(join(folder, 'index.html'), template.replace(assetsMark, tags.join('\n    ')))
}

/** Script and style files of the entry, in loading order. */
export function entryFiles(stats: Stats): string[] {
  const { entrypoints = {} } = stats.toJson({ all: false, entrypoints: true })
  const assets = Object.values(entrypoints).flatMap((entrypoint) => entrypoint.assets ?? [])
  return assets
    .map((asset) => asset.name)
    .filter((name) => /\.(js|css)$/.test(name) && !name.includes('.hot-update.'))
}

/** The tag that loads a file of the shell. Without `integrity` (development) the browser checks nothing. */
export function assetTag(file: string, integrity?: string): string {
  const check = integrity ? ` integrity="${integrity}" crossorigin="anonymous"` : ''
  return file.endsWith('.css')
    ? `<link rel="stylesheet" href="/${file}"${check}>`
    : `<script defer src="/${file}"${check} nonce="{{nonce}}"></script>`
}
