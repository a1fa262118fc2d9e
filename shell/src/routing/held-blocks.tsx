import { useEffect, useRef } from 'react'

/** Quick pages draw no block. */
const delayMs = 200
/** What is lower has nothing to show either. */
const heightMin = 8

/**
 * Draws a block where a part of a page comes that is held back until those above it are known
 * (`data-in-order`). A block never moves, which would count as a layout shift: where its part has
 * moved, another one is drawn.
 */
export function HeldBlocks({ path }: { readonly path: string }) {
  const layer = useRef<HTMLDivElement>(null)
  useEffect(() => (layer.current ? drawHeldParts(layer.current) : undefined), [path])
  return (
    <div ref={layer} data-held-blocks="" aria-hidden="true" className="absolute top-0 left-0 print:hidden" />
  )
}

/** Keeps the blocks where the held parts are, until the returned function is called. */
function drawHeldParts(layer: HTMLElement): () => void {
  let frame = 0
  let drawn = new Map<string, Element>()
  const draw = () => {
    frame = 0
    // From now on nothing is held back.
    if (document.documentElement.hasAttribute('data-acted')) stop()
    const boxes = boxesOfHeldParts(layer).map((box) => [JSON.stringify(box), box] as const)
    if (boxes.length === drawn.size && boxes.every(([key]) => drawn.has(key))) return
    drawn = new Map(boxes.map(([key, box]) => [key, drawn.get(key) ?? blockAt(box)]))
    layer.replaceChildren(...drawn.values())
  }
  // Before the frame with the change is painted.
  const changed = () => {
    frame ||= requestAnimationFrame(draw)
  }
  const content = new MutationObserver(changed)
  const size = new ResizeObserver(changed)
  const delay = setTimeout(() => {
    content.observe(document.documentElement, { attributeFilter: ['data-acted'] })
    content.observe(document.body, { childList: true, subtree: true, attributeFilter: ['data-unsettled'] })
    size.observe(document.body)
    // A part that waited long enough appears by an animation.
    document.addEventListener('animationend', changed)
    changed()
  }, delayMs)
  const stop = () => {
    content.disconnect()
    size.disconnect()
    document.removeEventListener('animationend', changed)
  }
  return () => {
    clearTimeout(delay)
    cancelAnimationFrame(frame)
    stop()
    layer.replaceChildren()
  }
}

type Box = Record<'left' | 'top' | 'width' | 'height', string>

/** Where the innermost parts are that are held back. */
function boxesOfHeldParts(layer: HTMLElement): Box[] {
  const origin = layer.getBoundingClientRect()
  const px = (length: number) => `${Math.round(length)}px`
  return [...document.querySelectorAll('[data-in-order] > *')]
    .filter(
      (part) => getComputedStyle(part).visibility === 'hidden' && !part.querySelector('[data-in-order]'),
    )
    .map((part) => part.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && height >= heightMin)
    .map(({ x, y, width, height }) => ({
      left: px(x - origin.x),
      top: px(y - origin.y),
      width: px(width),
      height: px(height),
    }))
}

function blockAt(box: Box): Element {
  const block = document.createElement('div')
  block.className = 'absolute animate-pulse rounded-card bg-track'
  Object.assign(block.style, box)
  return block
}
