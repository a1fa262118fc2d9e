import { TextLayer } from 'pdfjs-dist'
import type { OpenPdf } from './open-pdf.ts'

/** Browsers refuse or fail silently above this many pixels (Safari has the lowest limit). */
const canvasPixelsMax = 16 * 1024 * 1024

interface Drawing {
  readonly number: number
  /** CSS pixels for each point. */
  readonly scale: number
  readonly signal: AbortSignal
}

/** A drawn page: its picture and, above it, a selectable span for each of its text items. */
export interface DrawnPage {
  readonly canvas: HTMLCanvasElement
  readonly text: HTMLElement
  readonly textDivs: readonly HTMLElement[]
}

/** Draws a page. Rejects when it cannot be drawn, or is not needed any more. */
export async function drawPage(pdf: OpenPdf, { number, scale, signal }: Drawing): Promise<DrawnPage> {
  const page = await pdf.document.getPage(number)
  const { content } = await pdf.readPage(number)
  signal.throwIfAborted()
  const viewport = page.getViewport({ scale })
  const density = Math.min(
    window.devicePixelRatio,
    Math.sqrt(canvasPixelsMax / (viewport.width * viewport.height)),
  )
  const canvas = document.createElement('canvas')
  canvas.width = Math.floor(viewport.width * density)
  canvas.height = Math.floor(viewport.height * density)
  canvas.ariaHidden = 'true'
  const rendering = page.render({ canvas, viewport, transform: [density, 0, 0, density, 0, 0] })
  signal.addEventListener('abort', () => rendering.cancel(), { once: true })
  const text = document.createElement('div')
  text.className = 'pdf-text'
  text.style.setProperty('--total-scale-factor', String(scale * (page.userUnit ?? 1)))
  const layer = new TextLayer({ textContentSource: content, container: text, viewport })
  await Promise.all([rendering.promise, layer.render()])
  signal.throwIfAborted()
  return { canvas, text, textDivs: layer.textDivs }
}
