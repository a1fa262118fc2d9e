import { uploadBytesMax } from '@portal/contracts/documents'

const acceptedTypes: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  txt: 'text/plain',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
}

/** For the file picker's `accept`. */
export const acceptedFiles = Object.entries(acceptedTypes)
  .flatMap(([extension, type]) => [`.${extension}`, type])
  .join(',')

/** The texts of the main uploader's three refusals (specification §5). */
export const refusals = {
  type: { title: 'Invalid file type', description: 'Only PDF, TXT, and DOCX files are allowed' },
  size: { title: 'File too large', description: 'File size must be less than 10MB' },
  none: { title: 'No file selected', description: 'Please select a file to upload' },
} as const

/** Why the main uploader refuses a file, or null. A browser that knows no type for it is asked for the ending. */
export function checkFile(file: File | null): (typeof refusals)[keyof typeof refusals] | null {
  if (!file) return refusals.none
  const extension = file.name.split('.').pop()?.toLowerCase() ?? ''
  const isAccepted =
    file.type === '' ? extension in acceptedTypes : Object.values(acceptedTypes).includes(file.type)
  if (!isAccepted) return refusals.type
  return file.size > uploadBytesMax ? refusals.size : null
}
