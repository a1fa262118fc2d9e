interface Projection {
  readonly mean: Float32Array
  readonly components: readonly Float64Array[]
  readonly dimensions: number
  readonly tokenDimensions: number
}

const elementTypes = { float: 1, int8: 3 } as const
/** The first with these forms of the operators. */
const operators = 17
const irVersion = 8

/**
 * The projection as an ONNX model: rows of states in, unit rows times 127 out. Written by hand in
 * the format's wire form (protocol buffers, onnx.proto3), since it has five operators.
 */
export function projectionModel({ mean, components, dimensions, tokenDimensions }: Projection): Buffer {
  // Row-major dimensions × tokenDimensions: a component per column.
  const matrix = new Float32Array(dimensions * tokenDimensions)
  for (const [column, component] of components.entries())
    for (const [row, value] of component.entries()) matrix[row * tokenDimensions + column] = value
  const graph = [
    ...[
      node('Sub', ['states', 'mean'], 'centred'),
      node('MatMul', ['centred', 'components'], 'projected'),
      node('ReduceL2', ['projected'], 'length', attribute('axes', [1])),
      node('Div', ['projected', 'length'], 'unit'),
      node('Mul', ['unit', 'scale'], 'scaled'),
      node('Round', ['scaled'], 'rounded'),
      node('Cast', ['rounded'], 'tokens', attribute('to', elementTypes.int8)),
    ].map((bytes) => field(1, bytes)),
    field(2, 'token-projection'),
    field(5, tensor('mean', [1, dimensions], mean)),
    field(5, tensor('components', [dimensions, tokenDimensions], matrix)),
    field(5, tensor('scale', [1], Float32Array.of(127))),
    field(11, value('states', elementTypes.float, dimensions)),
    field(12, value('tokens', elementTypes.int8, tokenDimensions)),
  ]
  return Buffer.concat([
    field(1, irVersion),
    field(2, 'compliance-portal'),
    field(7, Buffer.concat(graph)),
    field(8, field(2, operators)),
  ])
}

type Edges = readonly [operator: string, inputs: readonly string[], output: string, attribute?: Buffer]

function node(...[operator, inputs, output, own]: Edges): Buffer {
  return Buffer.concat([
    ...inputs.map((input) => field(1, input)),
    field(2, output),
    field(4, operator),
    ...(own ? [field(5, own)] : []),
  ])
}

const attributeTypes = { whole: 2, wholes: 7 } as const

function attribute(name: string, given: number | readonly number[]): Buffer {
  const parts =
    typeof given === 'number'
      ? [field(3, given), field(20, attributeTypes.whole)]
      : [...given.map((each) => field(8, each)), field(20, attributeTypes.wholes)]
  return Buffer.concat([field(1, name), ...parts])
}

function tensor(name: string, sizes: readonly number[], data: Float32Array): Buffer {
  const raw = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  return Buffer.concat([
    ...sizes.map((size) => field(1, size)),
    field(2, elementTypes.float),
    field(8, name),
    field(9, raw),
  ])
}

/** Input or output of any number of rows. */
function value(name: string, elementType: number, columns: number): Buffer {
  const shape = Buffer.concat([field(1, field(2, 'rows')), field(1, field(1, columns))])
  const type = field(1, Buffer.concat([field(1, elementType), field(2, shape)]))
  return Buffer.concat([field(1, name), field(2, type)])
}

/** A field: whole numbers as varints, anything else with its length before it. */
function field(number: number, content: number | string | Buffer): Buffer {
  if (typeof content === 'number') return Buffer.concat([varint(number << 3), varint(content)])
  const bytes = Buffer.from(content)
  return Buffer.concat([varint((number << 3) | 2), varint(bytes.length), bytes])
}

function varint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128)
  bytes.push(rest)
  return Buffer.from(bytes)
}
