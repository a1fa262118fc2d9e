import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { PageContext } from './page-context.ts'

interface Asset {
  readonly type: string
  readonly content: Buffer
}

/** Static files of the pages. A hash in their names lets browsers cache them for ever. */
export interface PageAssets {
  readonly stylesheet: string
  readonly script: string
  /** Sends the file; false if there is none of this name. */
  send(ctx: PageContext, name: string): boolean
}

/** The files by name, and which of them the pages reference. */
export interface PageFiles extends Pick<PageAssets, 'stylesheet' | 'script'> {
  readonly files: ReadonlyMap<string, Asset>
}

/** Reads the files; the style sheet begins with the portal's design tokens. */
export async function readPageFiles(): Promise<PageFiles> {
  const [tokens, css, script, font] = await Promise.all([
    readFile(fileURLToPath(import.meta.resolve('@portal/ui/styles/tokens.css')), 'utf8'),
    readFile(new URL('./identity.css', import.meta.url), 'utf8'),
    readFile(new URL('./reveal-password.js', import.meta.url)),
    readFile(
      fileURLToPath(import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')),
    ),
  ])
  const fontName = hashed('inter', 'woff2', font)
  const style = Buffer.from(`${tokens}\n${css.replace('inter-latin.woff2', fontName)}`)
  const names = { stylesheet: hashed('identity', 'css', style), script: hashed('reveal', 'js', script) }
  return {
    ...names,
    files: new Map([
      [fontName, { type: 'font/woff2', content: font }],
      [names.stylesheet, { type: 'text/css; charset=utf-8', content: style }],
      [names.script, { type: 'text/javascript; charset=utf-8', content: script }],
    ]),
  }
}

export async function loadPageAssets(): Promise<PageAssets> {
  const { files, ...names } = await readPageFiles()
  return {
    ...names,
    send: (ctx, name) => {
      const file = files.get(name)
      if (!file) return false
      ctx.set('cache-control', 'public, max-age=31536000, immutable')
      ctx.type = file.type
      ctx.body = file.content
      return true
    },
  }
}

function hashed(name: string, extension: string, content: Buffer): string {
  return `${name}.${createHash('sha256').update(content).digest('hex').slice(0, 12)}.${extension}`
}
