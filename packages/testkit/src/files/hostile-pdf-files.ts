import { deflateSync } from 'node:zlib'
import { type HostileFile, utf8 } from './hostile-file.ts'
import { asZlibStream, packBomb } from './packed-bomb.ts'
import { pdfFile, pdfOfPages, textOperators } from './pdf-file.ts'
import { restrictedPdf } from './restricted-pdf.ts'
import { zipArchive } from './zip-archive.ts'

const megabyte = 1024 * 1024
const line = textOperators(['Backups are kept for ninety days.'])
const reads = { reads: 'Backups are kept for ninety days.' } as const
const unsafe = { refused: 'unsafe_file' } as const
const encryption = '/Encrypt << /Filter /Standard /V 1 /R 2 /O (x) /U (x) /P -4 >> /ID [(a) (a)]'

/** A page whose operators unpack to 400 MB of a pattern. */
function explodingPdf(pattern: string): Uint8Array {
  return pdfOfPages([{ packed: { bytes: packedOperators(pattern), filter: '/FlateDecode' } }])
}

/** The same, compressed twice: a few kilobytes. */
function twicePackedPdf(): Uint8Array {
  const bytes = deflateSync(packedOperators('(A) Tj '))
  return pdfOfPages([{ packed: { bytes, filter: '[/FlateDecode /FlateDecode]' } }])
}

function packedOperators(pattern: string): Uint8Array {
  const frame = { head: 'BT /F1 11 Tf ', tail: ' ET' }
  return asZlibStream(packBomb({ ...frame, pattern, unpackedBytes: 400 * megabyte }).bytes)
}

function truncated(bytes: Uint8Array, share: number): Uint8Array {
  return bytes.slice(0, Math.floor(bytes.byteLength * share))
}

const words = Array.from({ length: 40 }, (_, index) => `Line ${index} of a policy about backups.`)

/** PDF files that explode, recurse, run code, are locked or are two files in one. */
export const hostilePdfFiles: readonly HostileFile[] = [
  {
    title: 'PDF of 400 KB that unpacks to 400 MB of white space',
    fileName: 'bomb.pdf',
    make: () => explodingPdf(' '),
    outcome: { fails: ['memory_limit', 'time_limit', 'no_text'] },
  },
  {
    title: 'PDF of 400 KB that unpacks to 400 MB of words',
    fileName: 'bomb.pdf',
    make: () => explodingPdf('(A policy) Tj '),
    outcome: { fails: ['memory_limit', 'time_limit', 'too_large_inside'] },
  },
  {
    title: 'PDF packed twice',
    fileName: 'twice.pdf',
    make: twicePackedPdf,
    outcome: { fails: ['memory_limit', 'time_limit', 'too_large_inside', 'no_text'] },
  },
  {
    title: 'pages that contain themselves',
    fileName: 'loop.pdf',
    make: () =>
      pdfFile(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Count 3 /Kids [2 0 R 2 0 R 2 0 R] >>']),
    outcome: { fails: ['corrupt', 'no_text', 'time_limit', 'memory_limit'] },
  },
  {
    title: 'a drawing that draws itself',
    fileName: 'loop.pdf',
    make: () =>
      pdfFile([
        '<< /Type /Catalog /Pages 2 0 R >>',
        '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /XObject << /X 4 0 R >> >> /Contents 5 0 R >>',
        {
          text: '<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 4 0 R >> >> >>',
          stream: utf8('/X Do /X Do'),
        },
        { text: '<< >>', stream: utf8('/X Do') },
      ]),
    outcome: { fails: ['corrupt', 'no_text', 'time_limit', 'memory_limit'] },
  },
  {
    title: 'arrays nested 200,000 deep',
    fileName: 'deep.pdf',
    make: () =>
      pdfOfPages([{ operators: line }], { catalog: `/Deep ${'['.repeat(200_000)}${']'.repeat(200_000)}` }),
    outcome: reads,
  },
  {
    title: 'a page count of two thousand million',
    fileName: 'count.pdf',
    make: () =>
      pdfFile(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Count 2000000000 /Kids [] >>']),
    outcome: { fails: ['too_large_inside', 'corrupt', 'no_text'] },
  },
  {
    title: 'script in a PDF',
    fileName: 'script.pdf',
    make: () =>
      pdfOfPages([{ operators: line }], {
        catalog: '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>',
      }),
    outcome: reads,
  },
  {
    title: 'remote file in a PDF',
    fileName: 'remote.pdf',
    make: () =>
      pdfOfPages([{ operators: line }], {
        catalog: '/OpenAction << /S /GoToR /F (http://127.0.0.1:9/x.pdf) >>',
      }),
    outcome: reads,
  },
  {
    title: 'invisible text in a PDF',
    fileName: 'hidden.pdf',
    make: () => pdfOfPages([{ operators: `3 Tr ${line}` }]),
    outcome: reads,
  },
  {
    title: 'PDF that nobody may print or copy from',
    fileName: 'restricted.pdf',
    make: () => restrictedPdf(reads.reads),
    outcome: reads,
  },
  {
    title: 'PDF that opens with a password only',
    fileName: 'locked.pdf',
    make: () => restrictedPdf(reads.reads, 'secret'),
    outcome: { fails: ['encrypted'] },
  },
  {
    title: 'encrypted PDF',
    fileName: 'locked.pdf',
    make: () => pdfOfPages([{ operators: line }], { trailer: encryption }),
    outcome: { fails: ['encrypted', 'corrupt'] },
  },
  {
    title: 'encrypted PDF that hides the word',
    fileName: 'locked.pdf',
    make: () => pdfOfPages([{ operators: line }], { trailer: encryption.replace('/Encrypt', '/Encr#79pt') }),
    outcome: { fails: ['encrypted', 'corrupt'] },
  },
  {
    title: 'ZIP behind a PDF',
    fileName: 'polyglot.pdf',
    make: () =>
      zipArchive([{ name: 'evil.docx', content: 'x' }], { prefix: pdfOfPages([{ operators: line }]) }),
    outcome: unsafe,
  },
  {
    title: 'web page behind a PDF',
    fileName: 'polyglot.pdf',
    make: () =>
      Buffer.concat([pdfOfPages([{ operators: line }]), utf8('<html><script>alert(1)</script></html>')]),
    outcome: unsafe,
  },
  {
    title: 'web page in the first line of a PDF',
    fileName: 'polyglot.pdf',
    make: () =>
      Buffer.concat([utf8('%PDF-1.4 <script>alert(1)</script>\n'), pdfOfPages([{ operators: line }])]),
    outcome: unsafe,
  },
  {
    title: 'PDF behind a program',
    fileName: 'polyglot.pdf',
    make: () => Buffer.concat([utf8('MZ'), pdfOfPages([{ operators: line }])]),
    outcome: { refused: 'unsupported_file' },
  },
  {
    title: 'PDF as TXT',
    fileName: 'policy.txt',
    make: () => pdfOfPages([{ operators: line }]),
    outcome: { refused: 'unsupported_file' },
  },
  {
    title: 'PDF as DOCX',
    fileName: 'policy.docx',
    make: () => pdfOfPages([{ operators: line }]),
    outcome: { refused: 'unsupported_file' },
  },
  {
    title: 'nothing but the header of a PDF',
    fileName: 'header.pdf',
    make: () => utf8('%PDF-1.7\nnothing else'),
    outcome: { refused: 'unsupported_file' },
  },
  {
    title: 'PDF cut after its first object',
    fileName: 'cut.pdf',
    make: () => truncated(pdfOfPages([{ operators: textOperators(words) }]), 0.1),
    outcome: { fails: ['corrupt', 'no_text'] },
  },
  {
    title: 'PDF without words',
    fileName: 'scan.pdf',
    make: () => pdfOfPages([{ operators: '0 0 100 100 re f' }]),
    outcome: { fails: ['no_text'] },
  },
]
