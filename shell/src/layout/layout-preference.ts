import { useState } from 'react'

const layoutKey = 'portal_layout'

/** The two layouts of product §2. */
export type Layout = 'topbar' | 'sidebar'

/** The layout that the person chose in this browser; the sidebar until then (decision 13). */
export function preferredLayout(): Layout {
  return localStorage.getItem(layoutKey) === 'topbar' ? 'topbar' : 'sidebar'
}

/** The preference and its toggle. */
export function useLayoutPreference(): readonly [Layout, () => void] {
  const [layout, setLayout] = useState(preferredLayout)
  const toggle = () => {
    const next = layout === 'sidebar' ? 'topbar' : 'sidebar'
    localStorage.setItem(layoutKey, next)
    setLayout(next)
  }
  return [layout, toggle]
}
