/** A sum with the error of its rounding (Neumaier), so that long sums lose nothing; as in Prometheus. */
export class KahanSum {
  sum = 0
  error = 0

  add(value: number): void {
    const total = this.sum + value
    if (Math.abs(this.sum) >= Math.abs(value)) this.error += this.sum - total + value
    else this.error += value - total + this.sum
    this.sum = total
  }

  get total(): number {
    return Math.abs(this.sum) === Number.POSITIVE_INFINITY ? this.sum : this.sum + this.error
  }
}
