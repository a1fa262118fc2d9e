/** The looks that a person may choose; `system` follows the device. */
export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

const themeKey = 'portal_theme'

/** The chosen look, kept in this browser. */
export function storedTheme(storage: Pick<Storage, 'getItem'> = localStorage): Theme {
  const value = storage.getItem(themeKey)
  return themes.find((theme) => theme === value) ?? 'system'
}

/** Shows a look: `data-theme` on `<html>` overrides the device, its absence follows it. */
export function applyTheme(theme: Theme, root: HTMLElement = document.documentElement): void {
  if (theme === 'system') delete root.dataset.theme
  else root.dataset.theme = theme
}

export function chooseTheme(theme: Theme, storage: Pick<Storage, 'setItem'> = localStorage): void {
  storage.setItem(themeKey, theme)
  applyTheme(theme)
}
