/**
 * Gives the memory of bytes back at once: they are empty afterwards. Left to garbage collection,
 * large buffers have it stop all requests for up to a tenth of a second, in order to find the few
 * objects that hold them. Bytes that share their memory are left alone. Nothing may still be
 * reading or writing them.
 */
export function releaseBytes({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
