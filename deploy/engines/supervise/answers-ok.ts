const withinMs = 3000

/** Whether a GET succeeds within seconds. */
export async function answersOk(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<boolean> {
  try {
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(withinMs) })
    await response.body?.cancel()
    return response.ok
  } catch {
    // Not listening or not responding yet.
    return false
  }
}
