import { serveThread } from '@portal/service-kit/threads/serve-thread'
import { checkUploadedFile, type UploadedFile } from './file-gate.ts'

/** A copy of the file, as threads are given. */
type Copy = UploadedFile & { readonly content: Uint8Array<ArrayBuffer> }

// Judges large files for store-upload.ts.
serveThread((file: Copy) => checkUploadedFile(file), {
  spent: ({ content }) => new Uint8Array(content.buffer),
})
