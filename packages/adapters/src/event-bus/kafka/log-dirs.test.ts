import { expect, test } from 'vitest'
import { logDirsRequest, readLogDirs } from './log-dirs.ts'

const int16 = (value: number) => Buffer.from([value >> 8, value & 0xff])
const int32 = (value: number) => Buffer.concat([int16(value >> 16), int16(value & 0xffff)])
const int64 = (value: bigint) => {
  const buffer = Buffer.alloc(8)
  buffer.writeBigInt64BE(value)
  return buffer
}
const noTags = Buffer.from([0])
const compact = (text: string) => Buffer.concat([Buffer.from([text.length + 1]), Buffer.from(text)])
const listOf = (...items: Buffer[]) => Buffer.concat([Buffer.from([items.length + 1]), ...items])

/** An answer to the request, with its length in front. */
function answerOf(error: number, ...dirs: Buffer[]): Buffer {
  const body = Buffer.concat([int32(1), noTags, int32(0), int16(error), listOf(...dirs), noTags])
  return Buffer.concat([int32(body.length), body])
}

const partition = Buffer.concat([int32(3), int64(70n), int64(0n), Buffer.from([0]), noTags])
// A tagged field that a later version may add: number 7, two bytes.
const oneTag = Buffer.from([1, 7, 2, 0xaa, 0xbb])
const topic = Buffer.concat([compact('team'), listOf(partition, partition), oneTag])
const wellDir = Buffer.concat([
  int16(0),
  compact('/data/log'),
  listOf(topic, topic),
  int64(5_000_000_000_000n),
  int64(12n),
  noTags,
])
const failedDir = Buffer.concat([int16(56), compact('/gone'), listOf(), int64(-1n), int64(-1n), oneTag])

test('the request says how long it is and asks for folders alone', () => {
  const request = logDirsRequest()
  expect(request.readInt32BE(0)).toBe(request.length - 4)
  expect([request.readInt16BE(4), request.readInt16BE(6)]).toEqual([35, 4])
})

test('folders are read with their sizes, whatever topics and later fields stand among them', () => {
  expect(readLogDirs(answerOf(0, wellDir, failedDir))).toEqual([
    { hasFailed: false, totalBytes: 5_000_000_000_000, usableBytes: 12 },
    { hasFailed: true, totalBytes: -1, usableBytes: -1 },
  ])
})

test('an answer that has not come in whole is waited for', () => {
  const answer = answerOf(0, wellDir)
  for (let length = 0; length < answer.length; length += 1)
    expect(readLogDirs(answer.subarray(0, length))).toBeNull()
})

test('a broker that does not tell this user, and what is no broker, are errors', () => {
  expect(() => readLogDirs(answerOf(31))).toThrow('does not tell about its disks (error 31)')
  expect(() => readLogDirs(Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'))).toThrow(RangeError)
  const cutInside = answerOf(0, wellDir).subarray(0, 30)
  cutInside.writeInt32BE(26, 0)
  expect(() => readLogDirs(cutInside)).toThrow(RangeError)
})
