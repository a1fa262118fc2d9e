import { useEffect, useRef } from 'react'

/** Something open over the page, or beside it, that Back closes before it leaves the page. */
export interface OpenLayer {
  /** Asks it to close; it may stay open, while its request runs for instance. */
  readonly close: () => void
}

interface Layers {
  open: readonly OpenLayer[]
  readonly listeners: Set<() => void>
}

const layersKey = Symbol.for('portal.layers')

/** One list per page, as of toasts: each front end compiles its own copy of this file. */
function pageLayers(): Layers {
  // Safe: the key is a symbol of our own and only this function writes under it.
  const page = globalThis as { [layersKey]?: Layers }
  page[layersKey] ??= { open: [], listeners: new Set() }
  return page[layersKey]
}

function change(open: readonly OpenLayer[]): void {
  const layers = pageLayers()
  layers.open = open
  for (const listener of layers.listeners) listener()
}

/**
 * While `isOpen`, the browser's Back calls `close` and stays on the page (decision 79). The shell
 * keeps the history for it; what is open by its address needs none of this.
 */
export function useClosedByBack(close: () => void, isOpen: boolean): void {
  const latest = useRef(close)
  latest.current = close
  useEffect(() => {
    if (!isOpen) return
    const layer: OpenLayer = { close: () => latest.current() }
    change([...pageLayers().open, layer])
    return () => change(pageLayers().open.filter((other) => other !== layer))
  }, [isOpen])
}

/** What is open, in the order of opening. */
export function openLayers(): readonly OpenLayer[] {
  return pageLayers().open
}

/** Calls back when something has opened or closed. Returns what ends that. */
export function subscribeLayers(listener: () => void): () => void {
  const { listeners } = pageLayers()
  listeners.add(listener)
  return () => listeners.delete(listener)
}
