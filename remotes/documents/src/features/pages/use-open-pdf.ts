import { useEffect, useState } from 'react'
import { type OpenPdf, openPdf } from './open-pdf.ts'

/** Reads and opens a PDF, and closes it when it is shown no more. */
export function useOpenPdf(readFile: (signal: AbortSignal) => Promise<Blob>, key: string) {
  const [state, setState] = useState<{ readonly pdf: OpenPdf | null; readonly error: unknown }>(nothingYet)
  const [attempt, setAttempt] = useState(0)
  // Read anew for another key or attempt only: `readFile` is another function at every drawing.
  useEffect(() => {
    const leaving = new AbortController()
    let opened: OpenPdf | null = null
    const open = async () => {
      const file = await readFile(leaving.signal)
      opened = await openPdf(await file.arrayBuffer())
      if (leaving.signal.aborted) opened.close()
      else setState({ pdf: opened, error: null })
    }
    setState(nothingYet)
    open().catch((error: unknown) => {
      if (!leaving.signal.aborted) setState({ pdf: null, error })
    })
    return () => {
      leaving.abort()
      opened?.close()
    }
  }, [key, attempt])
  return { ...state, retry: () => setAttempt(attempt + 1) }
}

const nothingYet = { pdf: null, error: null }
