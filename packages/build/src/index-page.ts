import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { preloadTag } from '@portal/contracts/index-page'
import { shellContract } from '@portal/contracts/remotes'
import type { Stats } from '@rspack/core'
import { integrityOf } from './file-tree.ts'

/** In `src/index.html`, for the entry's files; the gateway adds nonce and preloads. */
export const assetsMark = '<!--assets-->'
const layoutMark = '<!--layout-->'
const fontsMark = '<!--fonts-->'
/** The font of nearly every text; the others come when a page has such letters. */
const mainFont = /^inter-latin-opsz-normal\..*\.woff2$/

/**
 * Writes the shell's `index.html` from its template, with deferred scripts and integrity, and the
 * contract that it has with remotes.
 */
export async function writeIndexPage(root: string, folder: string, stats: Stats): Promise<void> {
  const template = await readFile(join(root, 'src', 'index.html'), 'utf8')
  if (!template.includes(assetsMark)) throw new Error(`src/index.html lacks ${assetsMark}`)
  const hashed = async (file: string) => integrityOf(await readFile(join(folder, file)))
  const tags = await Promise.all(entryFiles(stats).map(async (file) => assetTag(file, await hashed(file))))
  // The files of the layout chunk, which start-portal.tsx imports on demand.
  const layoutFiles = chunkFiles(stats, './layout/chrome.tsx')
  const preload = async (file: string) => {
    const as = file.endsWith('.css') ? 'style' : 'script'
    return preloadTag({ href: `/${file}`, as, integrity: await hashed(file) })
  }
  const layout = await Promise.all(layoutFiles.map(preload))
  const page = template
    .replace(assetsMark, tags.join('\n    '))
    .replace(layoutMark, `<!--layout${layout.join('\n    ')}-->`)
    .replace(fontsMark, `<!--fonts${await fontPreloads(folder)}-->`)
  await writeFile(join(folder, 'index.html'), page)
  // Read by the gateway, which may be newer or older than the shell that it serves.
  await writeFile(join(folder, 'shell.json'), `${JSON.stringify({ contract: shellContract })}\n`)
}

async function fontPreloads(folder: string): Promise<string> {
  const fonts = (await readdir(join(folder, 'assets'))).filter((file) => mainFont.test(file))
  const tag = (file: string) =>
    `<link rel="preload" as="font" type="font/woff2" href="/assets/${file}" crossorigin="anonymous">`
  return fonts.map(tag).join('\n    ')
}

/** Script and style files of the chunk that `import(wanted)` loads. */
export function chunkFiles(stats: Stats, wanted: string): string[] {
  const { chunks = [] } = stats.toJson({ all: false, chunks: true, chunkOrigins: true, ids: true })
  return chunks
    .filter((chunk) => chunk.origins?.some(({ request }) => request === wanted))
    .flatMap((chunk) => chunk.files ?? [])
    .filter((name) => /\.(js|css)$/.test(name))
}

/** Script and style files of the entry, in loading order. */
export function entryFiles(stats: Stats): string[] {
  const { entrypoints = {} } = stats.toJson({ all: false, entrypoints: true })
  const assets = Object.values(entrypoints).flatMap((entrypoint) => entrypoint.assets ?? [])
  return assets
    .map((asset) => asset.name)
    .filter((name) => /\.(js|css)$/.test(name) && !name.includes('.hot-update.'))
}

/** The tag that loads a file of the shell; without `integrity` (development) nothing is checked. */
export function assetTag(file: string, integrity?: string): string {
  const check = integrity ? ` integrity="${integrity}" crossorigin="anonymous"` : ''
  return file.endsWith('.css')
    ? `<link rel="stylesheet" href="/${file}"${check}>`
    : `<script defer fetchpriority="high" src="/${file}"${check} nonce="{{nonce}}"></script>`
}
