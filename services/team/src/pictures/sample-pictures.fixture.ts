import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import encodeJpeg, { init as initJpeg } from '@jsquash/jpeg/encode.js'
import encodePng, { init as initPng } from '@jsquash/png/encode.js'
import decodeWebp, { init as initDecoder } from '@jsquash/webp/decode.js'
import encodeWebp, { init as initWebp } from '@jsquash/webp/encode.js'

interface Pixels {
  readonly width: number
  readonly height: number
  readonly data: Uint8ClampedArray
}

const { resolve } = createRequire(import.meta.url)
const wasm = (path: string) => readFile(resolve(path))
const wasmBinary = async (path: string) => ({ wasmBinary: await wasm(path) })

/** The left half is red, the right one blue, so that it shows which way up it is. */
function halves(width: number, height: number): Pixels {
  const data = new Uint8ClampedArray(width * height * 4)
  for (let at = 0; at < data.length; at += 4)
    data.set((at / 4) % width < width / 2 ? [220, 20, 20, 255] : [20, 20, 220, 255], at)
  return { data, width, height }
}

/** Pictures of two halves, in each of the formats. */
export const draw = {
  jpeg: async (width: number, height: number) => {
    await initJpeg(await wasmBinary('@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm'))
    return new Uint8Array(await encodeJpeg(halves(width, height), { quality: 90 }))
  },
  png: async (width: number, height: number) => {
    await initPng(await wasm('@jsquash/png/codec/pkg/squoosh_png_bg.wasm'))
    return new Uint8Array(await encodePng(halves(width, height)))
  },
  webp: async (width: number, height: number) => {
    await initWebp(await wasmBinary('@jsquash/webp/codec/enc/webp_enc_simd.wasm'))
    return new Uint8Array(await encodeWebp(halves(width, height), { quality: 90 }))
  },
} as const

/** A WebP picture as it looks: its size, and the colour in the middle of each edge. */
export async function look(content: Uint8Array) {
  await initDecoder(await wasmBinary('@jsquash/webp/codec/dec/webp_dec.wasm'))
  const { width, height, data } = (await decodeWebp(Uint8Array.from(content).buffer)) as Pixels
  const colour = (x: number, y: number) => ((data[(y * width + x) * 4] ?? 0) > 120 ? 'red' : 'blue')
  const [middleX, middleY] = [Math.floor(width / 2), Math.floor(height / 2)]
  return {
    ...{ width, height, left: colour(0, middleY), right: colour(width - 1, middleY) },
    ...{ top: colour(middleX, 0), bottom: colour(middleX, height - 1) },
  }
}

/** The JPEG with Exif data after its first marker: an orientation, a location and a name. */
export function withExif(jpeg: Uint8Array, orientation: number): Uint8Array {
  const words = Buffer.from('Exif\0\0')
  const tiff = Buffer.alloc(8 + 2 + 12 * 2 + 4)
  tiff.write('MM', 0)
  tiff.writeUInt16BE(42, 2)
  tiff.writeUInt32BE(8, 4)
  tiff.writeUInt16BE(2, 8)
  const entry = (at: number, values: readonly [number, number, number]) => {
    tiff.writeUInt16BE(values[0], at)
    tiff.writeUInt16BE(values[1], at + 2)
    tiff.writeUInt32BE(1, at + 4)
    if (values[1] === 3) tiff.writeUInt16BE(values[2], at + 8)
    else tiff.writeUInt32BE(values[2], at + 8)
  }
  entry(10, [0x0112, 3, orientation])
  // GPSInfo, which points behind the directory.
  entry(22, [0x8825, 4, tiff.length])
  const location = Buffer.from('GPS 52.5163N 13.3777E Jane Doe')
  const payload = Buffer.concat([words, tiff, location])
  const head = Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0, 0])
  head.writeUInt16BE(payload.length + 2, 4)
  return Buffer.concat([head, payload, jpeg.subarray(2)])
}
