import { customType } from 'drizzle-orm/pg-core'

/** A vector of unit length, as floats of 32 bits. Read as a copy: the driver's is not aligned. */
export const vectorColumn = customType<{ data: Float32Array; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  toDriver: (vector) => Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength),
  fromDriver: (bytes) => new Float32Array(Uint8Array.from(bytes).buffer),
})
