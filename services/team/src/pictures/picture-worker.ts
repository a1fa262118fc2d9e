import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import decodeJpeg, { init as initJpeg } from '@jsquash/jpeg/decode.js'
import decodePng, { init as initPng } from '@jsquash/png/decode.js'
import resize, { initResize } from '@jsquash/resize'
import decodeWebp, { init as initWebp } from '@jsquash/webp/decode.js'
import encodeWebp, { init as initEncoder } from '@jsquash/webp/encode.js'
import { serveThread } from '@portal/service-kit/threads/serve-thread'
import type { EncodedPicture, PictureWork } from './encode-picture.ts'

// Decodes, scales and encodes one picture. The codecs are WebAssembly: whatever a file does to
// them, they reach their own memory and nothing else, and no picture comes after it.

const { resolve } = createRequire(import.meta.url)
const wasm = (path: string) => readFile(resolve(path))
/** Codecs write what they think of a file to the console. */
const silent = { print: () => {}, printErr: () => {} }

async function decode({ content, header }: PictureWork) {
  // Of the right length, as the codecs take whole buffers.
  const bytes = Uint8Array.from(content).buffer
  if (header.format === 'jpeg') {
    await initJpeg({ wasmBinary: await wasm('@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm'), ...silent })
    return decodeJpeg(bytes, { preserveOrientation: true })
  }
  if (header.format === 'webp') {
    await initWebp({ wasmBinary: await wasm('@jsquash/webp/codec/dec/webp_dec.wasm'), ...silent })
    return decodeWebp(bytes)
  }
  await initPng(await wasm('@jsquash/png/codec/pkg/squoosh_png_bg.wasm'))
  if (!header.isDeep) return decodePng(bytes)
  const { data, width, height } = await decodePng(bytes, { bitDepth: 16 })
  return { data: Uint8ClampedArray.from(data, (colour) => colour >> 8), width, height }
}

/** The size to which a picture is scaled down; small ones stay as they are. */
function targetSize({ box, isCropped }: PictureWork, { width, height }: { width: number; height: number }) {
  const ratios = [box.width / width, box.height / height]
  const ratio = Math.min(1, isCropped ? Math.max(...ratios) : Math.min(...ratios))
  const scaled = (side: number, most: number) => Math.min(most, Math.max(1, Math.round(side * ratio)))
  const size = { width: scaled(width, box.width), height: scaled(height, box.height) }
  const side = Math.min(size.width, size.height)
  return isCropped ? { width: side, height: side } : size
}

async function encode(work: PictureWork): Promise<EncodedPicture> {
  const pixels = await decode(work).catch(() => null)
  if (!pixels || pixels.width * pixels.height > work.pixelsMax) return { content: null }
  await initResize(await wasm('@jsquash/resize/lib/resize/pkg/squoosh_resize_bg.wasm'))
  const scaled = await resize(pixels, { ...targetSize(work, pixels), fitMethod: 'contain' })
  await initEncoder({ wasmBinary: await wasm('@jsquash/webp/codec/enc/webp_enc_simd.wasm'), ...silent })
  return { content: new Uint8Array(await encodeWebp(scaled, { quality: 85 })) }
}

serveThread(encode)
