import { useState } from 'react'

const layoutKey = 'portal_layout'

/** Which of the two layouts a person prefers where the screen leaves it open, kept in this browser. The top bar is the default. */
export function useLayoutPreference(): readonly ['topbar' | 'sidebar', () => void] {
  const [layout, setLayout] = useState<'topbar' | 'sidebar'>(() =>
    localStorage.getItem(layoutKey) === 'sidebar' ? 'sidebar' : 'topbar',
  )
  const toggle = () => {
    const next = layout === 'sidebar' ? 'topbar' : 'sidebar'
    localStorage.setItem(layoutKey, next)
    setLayout(next)
  }
  return [layout, toggle]
}
