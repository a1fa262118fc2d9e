/** Why an uploader sends nothing: the toasts of product §5 and, of an empty file, decision 116. */
export const uploadRefusals = {
  type: { title: 'Invalid file type', description: 'Only PDF, TXT, and DOCX files are allowed' },
  size: { title: 'File too large', description: 'File size must be less than 10MB' },
  empty: {
    title: 'File is empty',
    description: 'Save it again with its content, or choose another one',
  },
  none: { title: 'No file selected', description: 'Please select a file to upload' },
} as const
