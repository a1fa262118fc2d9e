import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'

/** A sample policy; `department` is the name of a default department that it belongs to. */
export interface SampleFile {
  readonly file: string
  readonly title: string
  readonly department: string
  readonly question: string
}

/** In the order in which they are added. The files are in the folder `samples` of this service. */
export const sampleFiles: readonly SampleFile[] = [
  {
    file: 'remote-work.txt',
    title: 'Sample: Remote Work Policy',
    department: 'Human Resources',
    question: 'How many days a week may I work from home?',
  },
  {
    file: 'leave-and-sickness.txt',
    title: 'Sample: Leave and Sickness Policy',
    department: 'Human Resources',
    question: 'How many days of annual leave do I have?',
  },
  {
    file: 'information-security.txt',
    title: 'Sample: Information Security Policy',
    department: 'Information Technology',
    question: 'How quickly is a lost or stolen laptop reported?',
  },
  {
    file: 'travel-and-expenses.txt',
    title: 'Sample: Travel and Expenses Policy',
    department: 'Finance & Accounting',
    question: 'What is the rate per kilometre for a private car?',
  },
  {
    file: 'gifts-and-conflicts.txt',
    title: 'Sample: Gifts and Conflicts of Interest Policy',
    department: 'Legal & Compliance',
    question: 'May I accept cash or vouchers from a business partner?',
  },
]

const folder = new URL('../../samples/', import.meta.url)

/** The content of a sample policy, and its hash. */
export async function readSample({ file }: SampleFile) {
  const content = new Uint8Array(await readFile(new URL(file, folder)))
  return { content, sha256: createHash('sha256').update(content).digest('hex') }
}

/** Hashes of the samples' contents, in the order of the samples. */
export const sampleHashes = () =>
  Promise.all(sampleFiles.map(async (sample) => (await readSample(sample)).sha256))
