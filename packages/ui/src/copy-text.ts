/**
 * Puts text on the clipboard. Resolves to false where the browser refuses (no permission, or a page that is
 * neither HTTPS nor localhost, where there is no clipboard at all); never rejects.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
