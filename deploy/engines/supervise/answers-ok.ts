const withinMs = 3000

/** Whether the address answers a GET with a status that means success, within seconds. */
export async function answersOk(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<boolean> {
  try {
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(withinMs) })
    await response.body?.cancel()
    return response.ok
  } catch {
    // Not listening, or not answering yet.
    return false
  }
}
