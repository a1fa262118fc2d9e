import { Html, html } from '@portal/service-kit/html'
import { create as contentDisposition } from 'content-disposition'
import type { Context } from '../ports.ts'

/** A page that needs nothing but itself and runs nothing: what it quotes is foreign content. */
const contentPolicy = "default-src 'none'; style-src 'unsafe-inline'"

// Legible in print, also of those who work in the dark: nothing depends on colour, no table is cut
// off, and no answer is torn from its sources.
const style = `
  :root { color-scheme: light dark; background: Canvas; color: CanvasText }
  body { font: 15px/1.6 system-ui, sans-serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem }
  h1 { font-size: 1.4rem } h2 { font-size: 1.05rem; margin-top: 2.2rem } h3 { font-size: 1rem }
  h1, h2, h3, p, li, dd, blockquote { overflow-wrap: anywhere }
  h2, p[dir] { white-space: pre-line } blockquote p[dir] { white-space: pre-wrap }
  table { display: block; overflow-x: auto; overflow-wrap: normal; border-collapse: collapse; margin: .8rem 0 }
  th, td { border: 1px solid #8886; padding: .2rem .6rem; text-align: start; vertical-align: top }
  section { border-left: 3px solid #8886; padding-left: 1rem } .quiet { color: light-dark(#5c5c5c, #b0b0b0); font-size: .85em }
  ol.sources { padding-left: 1.6rem } ol.sources > li { margin: .8rem 0 }
  blockquote { margin: .4rem 0; padding: .1rem .8rem; border-left: 3px solid #b98a2e }
  dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .2rem 1rem; margin: .5rem 0 }
  dt { font-weight: 600 } dd { margin: 0 } code { overflow-wrap: anywhere; font-size: .9em }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; font-size: .8em; padding: .6rem .8rem; background: #8882 }
  @page { margin: 18mm }
  @media print { :root { color-scheme: light } body { margin: 0; max-width: none } .quiet { color: #444 }
    table { display: table; overflow-wrap: anywhere }
    h2, h3 { break-after: avoid } li, blockquote, dl, tr { break-inside: avoid } }`

export interface Page {
  readonly title: string
  readonly fileName: string
  readonly content: Html
}

/** Sends a page as a file to be saved. */
export function sendPage(ctx: Context, { title, fileName, content }: Page): void {
  const { markup } = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="${contentPolicy}">
<title>${title}</title><style>${new Html(style)}</style></head><body><main>
${content}
</main></body></html>
`
  ctx.responseHeaders.set('content-type', 'text/html; charset=utf-8')
  ctx.responseHeaders.set('content-disposition', contentDisposition(fileName.replace(/[/\\]/g, '-')))
  ctx.responseHeaders.set('x-content-type-options', 'nosniff')
  ctx.responseHeaders.set('content-security-policy', `${contentPolicy}; frame-ancestors 'none'; sandbox`)
  const bytes = Buffer.from(markup)
  ctx.streamResponse(
    (async function* () {
      yield bytes
    })(),
  )
}

/** "2026-01-31 14:05 UTC": a page that is kept must not depend on who reads it where. */
export function shownTime(at: string): Html {
  return html`<time datetime="${at}">${at.slice(0, 16).replace('T', ' ')} UTC</time>`
}
