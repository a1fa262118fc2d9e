import { crc32, deflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { encodePicture } from './encode-picture.ts'
import { readPictureHeader } from './picture-header.ts'
import { draw, look, withExif } from './sample-pictures.fixture.ts'

const square = { box: { width: 256, height: 256 }, isCropped: true }
const wide = { box: { width: 480, height: 128 }, isCropped: false }
const upright = { left: 'red', right: 'blue' }

it.each(['jpeg', 'png', 'webp'] as const)('a %s becomes a square from its middle', async (format) => {
  const picture = await draw[format](640, 320)
  expect(readPictureHeader(picture)).toEqual({ format, width: 640, height: 320 })
  const { content } = await encodePicture(picture, square)
  expect(await look(content)).toMatchObject({ ...upright, width: 256, height: 256 })
})

it('a logo keeps its proportions, and a small picture its size', async () => {
  const logo = await encodePicture(await draw.png(1600, 200), wide)
  expect(await look(logo.content)).toMatchObject({ ...upright, width: 480, height: 60 })
  const small = await encodePicture(await draw.png(40, 30), square)
  expect(await look(small.content)).toMatchObject({ width: 30, height: 30 })
})

it('place and name in Exif data are gone, and a photograph taken upside down is turned', async () => {
  const photograph = withExif(await draw.jpeg(320, 320), 3)
  expect(Buffer.from(photograph).includes('GPS 52.5163N')).toBe(true)
  const { content } = await encodePicture(photograph, square)
  const kept = Buffer.from(content)
  for (const word of ['GPS', 'Jane', 'Exif', 'EXIF']) expect(kept.includes(word)).toBe(false)
  expect(await look(content)).toMatchObject({ left: 'blue', right: 'red' })
})

it('a picture that is a page or an archive as well is a picture alone afterwards', async () => {
  const tail = Buffer.from('<script>alert(1)</script>PK\u0005\u0006')
  const { content } = await encodePicture(Buffer.concat([await draw.png(64, 64), tail]), square)
  for (const word of ['script', 'PK']) expect(Buffer.from(content).includes(word)).toBe(false)
  expect(readPictureHeader(content)).toMatchObject({ format: 'webp', width: 64 })
})

const refused = { code: 'unsupported_file', message: 'Only PNG, JPEG and WebP pictures are allowed.' }
it.each([
  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
  ['a GIF', 'GIF89a\u0001\u0000\u0001\u0000'],
  ['a page', '<!doctype html><script>alert(1)</script>'],
  ['the name of a format', 'RIFF1234WEBPVP9 and no more than that'],
  ['one byte', 'x'],
])('%s is refused by its first bytes', async (_, text) => {
  await expect(encodePicture(Buffer.from(text, 'latin1'), square)).rejects.toMatchObject(refused)
})

/** A PNG whose lines hold so many bytes, few of them on disk; missing ones do not matter. */
function pngOf(width: number, height: number, { depth = 8, colour = 6, lines = 1_000_000 } = {}): Uint8Array {
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), data])
    const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    checksum.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, checksum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth, colour, 0, 0, 0], 8)
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  const pixels = chunk('IDAT', deflateSync(Buffer.alloc(lines, 1)))
  return Buffer.concat([signature, chunk('IHDR', header), pixels, chunk('IEND', Buffer.alloc(0))])
}

it('a PNG with 16 bits for each colour is read as one with eight', async () => {
  const deep = pngOf(64, 64, { depth: 16, colour: 2, lines: 64 * (1 + 64 * 6) })
  const { content } = await encodePicture(deep, square)
  expect(await look(content)).toMatchObject({ width: 64, height: 64 })
})

it('an animated WebP is refused, as is one whose canvas is smaller than its picture', async () => {
  const chunk = (type: string, data: Uint8Array) => {
    const head = Buffer.alloc(8)
    head.write(type)
    head.writeUInt32LE(data.length, 4)
    return Buffer.concat([head, data])
  }
  const still = (await draw.webp(64, 64)).subarray(12)
  const canvas = (flags: number, side: number) => {
    const data = Buffer.alloc(10)
    data[0] = flags
    data.writeUIntLE(side - 1, 4, 3)
    data.writeUIntLE(side - 1, 7, 3)
    return chunk('VP8X', data)
  }
  const file = (...chunks: Uint8Array[]) => chunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]))
  const position = Buffer.alloc(16)
  position.writeUIntLE(63, 6, 3)
  position.writeUIntLE(63, 9, 3)
  const frame = chunk('ANMF', Buffer.concat([position, still]))
  const unreadable = { code: 'unsupported_file', message: expect.stringContaining('animated') }
  for (const picture of [
    file(canvas(2, 64), chunk('ANIM', Buffer.alloc(6)), frame, frame),
    file(canvas(0, 32), still),
  ])
    await expect(encodePicture(picture, square)).rejects.toMatchObject(unreadable)
})

it('a decompression bomb is refused before it is decoded, with its size', async () => {
  await expect(encodePicture(pngOf(30_000, 30_000), square)).rejects.toMatchObject({
    code: 'payload_too_large',
    message: expect.stringContaining('30000 × 30000 pixels'),
  })
})

it('a JPEG in which a small size hides before the real one is refused', async () => {
  const jpeg = await draw.jpeg(64, 64)
  const hidden = Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.from('00ffc0000b080001', 'hex'),
    jpeg.subarray(2),
  ])
  await expect(encodePicture(hidden, square)).rejects.toMatchObject(refused)
})

it('a JPEG that is drawn over and over again is refused before it is decoded', async () => {
  const scan = Buffer.from('ffda000c03010002110311003f00', 'hex')
  const many = Buffer.concat([await draw.jpeg(64, 64), ...Array.from({ length: 100 }, () => scan)])
  await expect(encodePicture(many, square)).rejects.toMatchObject(refused)
})

it('what only begins as a picture is refused with a sentence', async () => {
  const png = await draw.png(64, 64)
  const damaged = png.map((byte, index) => (index > 40 ? byte ^ 0x55 : byte))
  await expect(encodePicture(damaged, square)).rejects.toMatchObject({
    code: 'unsupported_file',
    message: 'The picture cannot be read: it is damaged, animated, or in colours for print.',
  })
  await expect(encodePicture(new Uint8Array(), square)).rejects.toMatchObject({ code: 'empty_file' })
})
