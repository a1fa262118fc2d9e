const bytesPerKilobyte = 1024

/** A file size in units of 1024: "512 bytes", "38 KB", "1.42 MB". */
export function fileSizeText(bytes: number): string {
  if (bytes === 1) return '1 byte'
  if (bytes < bytesPerKilobyte) return `${bytes.toLocaleString('en')} bytes`
  const kilobytes = Math.round(bytes / bytesPerKilobyte)
  if (kilobytes < bytesPerKilobyte) return `${kilobytes.toLocaleString('en')} KB`
  return `${(bytes / bytesPerKilobyte ** 2).toFixed(2)} MB`
}
