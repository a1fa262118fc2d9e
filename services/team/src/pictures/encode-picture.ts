import { hash } from 'node:crypto'
import { picturePixelsMax } from '@portal/contracts/pictures'
import { CodedError } from '@portal/service-kit/coded-error'
import { runInThread } from '@portal/service-kit/threads/run-in-thread'
import { WorkQueue } from '@portal/service-kit/work-queue'
import { type PictureHeader, readPictureHeader } from './picture-header.ts'

/** Into which box a picture is scaled, and whether it is cut to a square. */
export interface PictureShape {
  readonly box: { readonly width: number; readonly height: number }
  readonly isCropped: boolean
}

/** What the thread is given. */
export interface PictureWork extends PictureShape {
  readonly content: Uint8Array
  readonly header: PictureHeader
  readonly pixelsMax: number
}

/** What the thread answers; null: the file cannot be decoded. */
export interface EncodedPicture {
  readonly content: Uint8Array | null
}

/** One at a time, as decoded pictures are large. */
const queue = new WorkQueue(1)

/**
 * A picture made anew from the pixels of an uploaded one: neither metadata nor anything else that
 * the file holds is kept. Its format and size are known before it is decoded.
 */
export async function encodePicture(uploaded: Uint8Array, shape: PictureShape) {
  if (uploaded.byteLength === 0)
    throw new CodedError('empty_file', 'The file is empty. Please choose another one.')
  const header = readPictureHeader(uploaded)
  if (!header || header.width === 0 || header.height === 0)
    throw new CodedError('unsupported_file', 'Only PNG, JPEG and WebP pictures are allowed.')
  if (header.width * header.height > picturePixelsMax)
    throw new CodedError(
      'payload_too_large',
      `The picture has ${header.width} × ${header.height} pixels, more than ${picturePixelsMax / 1e6} million. Make it smaller and upload it again.`,
    )
  const work: PictureWork = { ...shape, content: uploaded, header, pixelsMax: picturePixelsMax }
  const { content } = await runInThread<EncodedPicture>(new URL('./picture-worker.ts', import.meta.url), {
    data: work,
    queue,
    tooLarge: () =>
      new CodedError('unsafe_file', 'The picture could not be read in time. Choose another one.'),
  })
  if (!content)
    throw new CodedError(
      'unsupported_file',
      'The picture cannot be read: it is damaged, animated, or in colours for print.',
    )
  return { content, sha256: hash('sha256', content) }
}
