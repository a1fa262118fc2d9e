import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { tar } from './tar.ts'

const long = `${'folder/'.repeat(20)}a-file-with-a-name-of-its-own.js`
const file = (path: string, text: string, mode = 0o644) =>
  ({ kind: 'file', path, content: Buffer.from(text), mode }) as const

it('is what tar reads: files with their content and mode, and every folder above them', () => {
  const archive = tar([
    file('b/run', 'run', 0o755),
    file(long, 'deep'),
    { kind: 'folder', path: 'tmp', mode: 0o777 },
  ])
  const lines = execFileSync('tar', ['-tvf', '-'], { input: archive, encoding: 'utf8' }).trim().split('\n')
  const listed = lines.map((line) => line.split(/\s+/)).map((words) => [words[0], words[1], words.at(-1)])
  expect(listed).toContainEqual(['-rwxr-xr-x', '0/0', 'b/run'])
  expect(listed).toContainEqual(['-rw-r--r--', '0/0', long])
  expect(listed).toContainEqual(['drwxr-xr-x', '0/0', 'folder/folder/'])
  expect(listed).toContainEqual(['drwxrwxrwx', '0/0', 'tmp/'])
  expect(execFileSync('tar', ['-xOf', '-', long], { input: archive, encoding: 'utf8' })).toBe('deep')
})

it('does not depend on the order of its entries', () => {
  const [one, two] = [file('a', '1'), file('z/y', '2')]
  expect(Buffer.compare(tar([one, two]), tar([two, one]))).toBe(0)
})

it('refuses a path that the format cannot hold', () => {
  expect(() => tar([file('x'.repeat(101), '')])).toThrow('is too long for a layer')
})
