import { uploadBytesMax } from '@portal/contracts/documents'

const acceptedTypes: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  txt: 'text/plain',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
}

/** What browsers report for a file of unknown type. */
const unknownTypes = ['', 'application/octet-stream']

/** For the file picker's `accept`. */
export const acceptedFiles = Object.entries(acceptedTypes)
  .flatMap(([extension, type]) => [`.${extension}`, type])
  .join(',')

/** The texts of the main uploader's three refusals (product §5). */
export const refusals = {
  type: { title: 'Invalid file type', description: 'Only PDF, TXT, and DOCX files are allowed' },
  size: { title: 'File too large', description: 'File size must be less than 10MB' },
  none: { title: 'No file selected', description: 'Please select a file to upload' },
} as const

/** Why the main uploader refuses a file, or null. Files of unknown type are judged by extension. */
export function checkFile(file: Pick<File, 'name' | 'type' | 'size'>) {
  const extension = file.name.split('.').pop()?.toLowerCase() ?? ''
  const isAccepted = unknownTypes.includes(file.type)
    ? Object.hasOwn(acceptedTypes, extension)
    : Object.values(acceptedTypes).includes(file.type)
  if (!isAccepted) return refusals.type
  return file.size > uploadBytesMax ? refusals.size : null
}
