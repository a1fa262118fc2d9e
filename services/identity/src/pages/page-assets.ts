import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { PageContext } from './page-context.ts'

/** Static files of the pages. A hash in their names lets browsers cache them for ever. */
export type PageAssets = Awaited<ReturnType<typeof loadPageAssets>>

/** Reads the files; the style sheet begins with the portal's tokens, the font is its as well. */
export async function readPageFiles() {
  const [tokens, css, script, font] = await Promise.all([
    readFile(fileURLToPath(import.meta.resolve('@portal/ui/styles/tokens.css')), 'utf8'),
    readFile(new URL('./identity.css', import.meta.url), 'utf8'),
    readFile(new URL('./reveal-password.js', import.meta.url)),
    readFile(
      fileURLToPath(import.meta.resolve('@fontsource-variable/inter/files/inter-latin-opsz-normal.woff2')),
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

export async function loadPageAssets() {
  const { files, ...names } = await readPageFiles()
  return {
    ...names,
    /** Sends the file, if there is one of this name. */
    send: (ctx: PageContext, name: string): void => {
      const file = files.get(name)
      if (!file) return
      ctx.set('cache-control', 'public, max-age=31536000, immutable')
      ctx.type = file.type
      ctx.body = file.content
    },
  }
}

function hashed(name: string, extension: string, content: Buffer): string {
  return `${name}.${hash('sha256', content, 'hex').slice(0, 12)}.${extension}`
}
