import { uploadBytesMax } from '@portal/contracts/documents'
import { uploadRefusals } from '@portal/remote-kit/upload-refusals'

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

/** Why the main uploader refuses a file, or null. Files of unknown type are judged by extension. */
export function checkFile(file: Pick<File, 'name' | 'type' | 'size'>) {
  const extension = file.name.split('.').pop()?.toLowerCase() ?? ''
  const isAccepted = unknownTypes.includes(file.type)
    ? Object.hasOwn(acceptedTypes, extension)
    : Object.values(acceptedTypes).includes(file.type)
  if (!isAccepted) return uploadRefusals.type
  if (file.size === 0) return uploadRefusals.empty
  return file.size > uploadBytesMax ? uploadRefusals.size : null
}
