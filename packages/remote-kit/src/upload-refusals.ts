/** Why an uploader sends nothing: the toasts of product §5. */
export const uploadRefusals = {
  type: { title: 'Invalid file type', description: 'Only PDF, TXT, and DOCX files are allowed' },
  size: { title: 'File too large', description: 'File size must be less than 10MB' },
  none: { title: 'No file selected', description: 'Please select a file to upload' },
} as const
