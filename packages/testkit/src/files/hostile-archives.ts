import { randomBytes } from 'node:crypto'
import { documentFrame, docxFile, docxWithMain, wordParagraph } from './docx-file.ts'
import { type HostileFile, utf8 } from './hostile-file.ts'
import { packBomb } from './packed-bomb.ts'
import { compoundFile, wordStream } from './word-binary-file.ts'
import { type ZipPart, zipArchive } from './zip-archive.ts'

const megabyte = 1024 * 1024
const body = wordParagraph('Visitors wear a badge.')
const unsafe = { refused: 'unsafe_file' } as const
const unsupported = { refused: 'unsupported_file' } as const

/** A Word file whose main part is one 400 MB word; `claimed` overrides the size in its headers. */
function explodingDocx(claimed: { readonly claimedBytes?: number } = {}): Uint8Array {
  const [head = '', tail = ''] = wordParagraph('|').split('|')
  const packed = packBomb({
    pattern: 'A',
    unpackedBytes: 400 * megabyte,
    head: documentFrame.head + head,
    tail: tail + documentFrame.tail,
  })
  return docxWithMain({ packed, ...claimed })
}

/** Within the directory's limits, but expensive to read: 45 MB of paragraphs plus padding. */
function costlyDocx(): Uint8Array {
  const bomb = packBomb({ ...documentFrame, pattern: wordParagraph('A'), unpackedBytes: 45 * megabyte })
  const padding = new Uint8Array(Math.ceil(bomb.unpackedBytes / 99) - bomb.bytes.byteLength)
  const bytes = new Uint8Array(Buffer.concat([bomb.bytes, padding]))
  return docxWithMain({ packed: { ...bomb, bytes } })
}

function withPart(part: ZipPart): () => Uint8Array {
  return () => docxFile(body, [part])
}

/** Word files whose archive explodes, lies, escapes or nests. */
export const hostileArchives: readonly HostileFile[] = [
  {
    title: 'DOCX of 400 KB that unpacks to 400 MB',
    fileName: 'bomb.docx',
    make: () => explodingDocx(),
    outcome: unsafe,
  },
  {
    title: 'DOCX of 400 KB that unpacks to 400 MB and says 30 KB',
    fileName: 'liar.docx',
    make: () => explodingDocx({ claimedBytes: 30_000 }),
    outcome: { fails: ['too_large_inside'] },
  },
  {
    title: 'DOCX within the limits of its directory that holds too much',
    fileName: 'costly.docx',
    make: costlyDocx,
    outcome: { fails: ['too_large_inside', 'memory_limit', 'time_limit'] },
  },
  {
    title: 'ZIP in a DOCX',
    fileName: 'nested.docx',
    make: withPart({ name: 'word/inner.zip', content: 'PK' }),
    outcome: unsafe,
  },
  {
    title: 'ZIP in a DOCX under another name',
    fileName: 'nested.docx',
    make: withPart({
      name: 'word/media/image1.png',
      content: zipArchive([{ name: 'a', content: 'a' }]),
      isStored: true,
    }),
    outcome: unsafe,
  },
  {
    title: 'DOCX of 65,000 entries',
    fileName: 'many.docx',
    make: () =>
      docxFile(
        body,
        Array.from({ length: 65_000 }, (_, index) => ({
          name: `word/x${index}`,
          content: '',
          isStored: true,
        })),
      ),
    outcome: unsafe,
  },
  {
    title: 'DOCX whose directory counts too few entries',
    fileName: 'count.docx',
    make: () => docxFile(body, [], { count: 2 }),
    outcome: unsupported,
  },
  {
    title: 'DOCX whose parts share their bytes',
    fileName: 'overlap.docx',
    make: () => docxFile(body, [], { areOverlapping: true }),
    outcome: unsafe,
  },
  {
    title: 'DOCX with a ZIP64 locator',
    fileName: 'zip64.docx',
    make: () => docxFile(body, [], { hasZip64Locator: true }),
    outcome: unsafe,
  },
  {
    title: 'DOCX with a ZIP64 field',
    fileName: 'zip64.docx',
    make: withPart({
      name: 'word/x.xml',
      content: 'x',
      extra: new Uint8Array([1, 0, 8, 0, 0, 0, 0, 64, 0, 0, 0, 0]),
    }),
    outcome: unsafe,
  },
  {
    title: 'symbolic link in a DOCX',
    fileName: 'link.docx',
    make: withPart({ name: 'word/l.xml', content: '/etc/passwd', unixMode: 0o120777 }),
    outcome: unsafe,
  },
  {
    title: '../ in a DOCX',
    fileName: 'escape.docx',
    make: withPart({ name: 'word/../../evil.xml', content: 'x' }),
    outcome: unsafe,
  },
  {
    title: 'backslashes in a DOCX',
    fileName: 'escape.docx',
    make: withPart({ name: 'word\\evil.xml', content: 'x' }),
    outcome: unsafe,
  },
  {
    title: 'absolute path in a DOCX',
    fileName: 'escape.docx',
    make: withPart({ name: '/etc/evil.xml', content: 'x' }),
    outcome: unsafe,
  },
  {
    title: 'two main parts in a DOCX',
    fileName: 'double.docx',
    make: withPart({ name: 'Word/Document.xml', content: 'x' }),
    outcome: unsafe,
  },
  {
    title: 'two names for one part of a DOCX',
    fileName: 'names.docx',
    make: withPart({ name: 'word/a.xml', localName: 'word/b.xml', content: 'x' }),
    outcome: unsafe,
  },
  {
    title: 'encrypted part in a DOCX',
    fileName: 'secret.docx',
    make: withPart({ name: 'word/a.xml', content: 'x', flags: 1 }),
    outcome: { refused: 'encrypted_file' },
  },
  {
    title: 'unusual packing in a DOCX',
    fileName: 'lzma.docx',
    make: withPart({ name: 'word/a.xml', content: 'x', method: 14 }),
    outcome: unsafe,
  },
  {
    title: 'program in front of a DOCX',
    fileName: 'polyglot.docx',
    make: () => docxFile(body, [], { prefix: utf8('MZ program') }),
    outcome: unsupported,
  },
  {
    title: 'macros in a DOCX',
    fileName: 'macro.docx',
    make: withPart({ name: 'word/vbaProject.bin', content: 'x' }),
    outcome: unsafe,
  },
  {
    title: 'a ZIP that is no Word file',
    fileName: 'archive.docx',
    make: () => zipArchive([{ name: 'a.txt', content: 'a' }]),
    outcome: unsupported,
  },
  {
    title: 'DOCX cut off',
    fileName: 'cut.docx',
    make: () => docxFile(body).slice(0, 600),
    outcome: unsupported,
  },
  {
    title: 'password-protected DOCX',
    fileName: 'locked.docx',
    make: () => compoundFile({ EncryptionInfo: utf8('x'), EncryptedPackage: randomBytes(64) }),
    outcome: { refused: 'encrypted_file' },
  },
  {
    title: 'old Word file as DOCX',
    fileName: 'old.docx',
    make: () => compoundFile({ WordDocument: wordStream(false) }),
    outcome: unsupported,
  },
  {
    title: 'old Word file as a new document',
    fileName: 'old.doc',
    make: () => compoundFile({ WordDocument: wordStream(false) }),
    outcome: unsupported,
  },
]
