import { type BinaryOperator, comparisons } from './plan.ts'

const calculations: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
  '^': power,
}
const conditions: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '==': (a, b) => a === b,
  '!=': (a, b) => a !== b,
  '>': (a, b) => a > b,
  '<': (a, b) => a < b,
  '>=': (a, b) => a >= b,
  '<=': (a, b) => a <= b,
}

/** Whether an operator compares. */
export function isComparison(op: BinaryOperator): boolean {
  return comparisons.some((one) => one === op)
}

/**
 * What an operator makes of two numbers; undefined where a comparison is false. `kept` is what a true comparison gives;
 * with `bool` every comparison gives 1 or 0.
 */
export function combine(
  op: BinaryOperator,
  { left, right, kept, bool }: { left: number; right: number; kept: number; bool: boolean },
): number | undefined {
  const calculate = calculations[op]
  if (calculate) return calculate(left, right)
  const holds = conditions[op]!(left, right)
  if (bool) return holds ? 1 : 0
  return holds ? kept : undefined
}

/** IEEE 754 pow, as Go has it: 1 to any power is 1, and so is -1 to an infinite one. */
function power(base: number, exponent: number): number {
  if (base === 1 || (base === -1 && Math.abs(exponent) === Number.POSITIVE_INFINITY)) return 1
  return base ** exponent
}
