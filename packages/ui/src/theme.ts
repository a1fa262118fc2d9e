/** The looks that a person may choose; `system` follows the device. */
export const themes = ['light', 'dark', 'system'] as const
/** One of them. */
export type Theme = (typeof themes)[number]

const themeKey = 'portal_theme'

/** The chosen look, kept in this browser. */
export function storedTheme(): Theme {
  const value = localStorage.getItem(themeKey)
  return themes.find((theme) => theme === value) ?? 'system'
}

/** Shows a look: `data-theme` on `<html>` overrides the device, its absence follows it. */
export function applyTheme(theme: Theme): void {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset.theme
  else dataset.theme = theme
}

/** Shows a look and keeps it in this browser. */
export function chooseTheme(theme: Theme): void {
  localStorage.setItem(themeKey, theme)
  applyTheme(theme)
}
