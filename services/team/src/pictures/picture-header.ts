/** What the first bytes of a picture say: its format, and its size as it will be decoded. */
export interface PictureHeader {
  readonly format: 'png' | 'jpeg' | 'webp'
  readonly width: number
  readonly height: number
  /** A PNG with 16 bits for each colour. */
  readonly isDeep?: boolean
}

/**
 * Reads the header exactly as the decoders do, so that no file is small here and large there; null
 * for whatever is no PNG, JPEG or WebP, or leaves room for doubt.
 */
export function readPictureHeader(bytes: Uint8Array): PictureHeader | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    return readPng(view) ?? readJpeg(view) ?? readWebp(view)
  } catch (error) {
    // Beyond the end of the file.
    if (error instanceof RangeError) return null
    throw error
  }
}

/** W3C PNG, 5.2 and 11.2.1: the signature, and IHDR as the first chunk. */
function readPng(view: DataView): PictureHeader | null {
  if (view.getUint32(0) !== 0x89504e47 || view.getUint32(4) !== 0x0d0a1a0a) return null
  if (view.getUint32(8) !== 13 || view.getUint32(12) !== 0x49484452) return null
  const isDeep = view.getUint8(24) === 16
  return { format: 'png', width: view.getUint32(16), height: view.getUint32(20), ...(isDeep && { isDeep }) }
}

/** ITU T.81, B.1 and B.2: segments, of which nothing may lie between, up to the frame's header. */
function readJpeg(view: DataView): PictureHeader | null {
  if (view.getUint16(0) !== 0xffd8) return null
  if (countScans(view) > scansMax) return null
  let at = 2
  while (view.getUint8(at) === 0xff) {
    while (view.getUint8(at + 1) === 0xff) at += 1
    const marker = view.getUint8(at + 1)
    const length = view.getUint16(at + 2)
    if (marker < 0xc0 || (marker >= 0xd0 && marker <= 0xda) || length < 2) return null
    if (isFrame(marker))
      return { format: 'jpeg', height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    at += 2 + length
  }
  return null
}

/** Each scan is decoded over the whole picture; programs write about ten. */
const scansMax = 64

function countScans(view: DataView): number {
  const bytes = Buffer.from(view.buffer, view.byteOffset, view.byteLength)
  let scans = 0
  for (let at = bytes.indexOf(scanMarker); at !== -1; at = bytes.indexOf(scanMarker, at + 2)) scans += 1
  return scans
}

const scanMarker = Buffer.from([0xff, 0xda])

/** SOF0 to SOF15, but DHT, JPG and DAC, which are among them. */
function isFrame(marker: number): boolean {
  return marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}

/** RFC 9649: lossy, lossless and extended, whose canvas the one frame has to fill. */
function readWebp(view: DataView): PictureHeader | null {
  if (view.getUint32(0) !== 0x52494646 || view.getUint32(8) !== 0x57454250) return null
  const kind = view.getUint32(12)
  if (kind === 0x56503820)
    return {
      format: 'webp',
      width: view.getUint16(26, true) & 0x3fff,
      height: view.getUint16(28, true) & 0x3fff,
    }
  if (kind === 0x5650384c) {
    const bits = view.getUint32(21, true)
    return { format: 'webp', width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) }
  }
  if (kind !== 0x56503858) return null
  const side = (at: number) => 1 + view.getUint16(at, true) + view.getUint8(at + 2) * 0x10000
  return { format: 'webp', width: side(24), height: side(27) }
}
