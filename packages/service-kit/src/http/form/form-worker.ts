import { serveThread } from '../../threads/serve-thread.ts'
import { parseForm } from './parse-form.ts'

// Reads large forms for read-input.ts.
serveThread(
  ({ bytes, type }: { readonly bytes: Uint8Array<ArrayBuffer>; readonly type: string }) =>
    parseForm(bytes, type),
  {
    transferred: ({ files }) => files.map(({ content }) => content.buffer),
    spent: ({ bytes }) => bytes,
  },
)
