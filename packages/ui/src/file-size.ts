const bytesPerMegabyte = 1024 * 1024

/** A file's size in megabytes of 1024 × 1024 bytes with two decimals: "1.42 MB". */
export function fileSizeText(bytes: number): string {
  return `${(bytes / bytesPerMegabyte).toFixed(2)} MB`
}
