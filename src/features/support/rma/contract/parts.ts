/**
 * Parts that can be returned: the form of their serial numbers, in words and with an example, and the months of
 * warranty.
 */
export const parts = [
  {
    partNumber: 'RN-120-18-AC',
    name: 'Node RPD module 1.2/1.8 GHz, AC',
    warrantyMonths: 36,
    serial: /^RN1[0-9]{2}W[0-5][0-9][A-HJ-NP-Z][0-9]{5}$/,
    example: 'RN125W37K00412',
  },
  {
    partNumber: 'RN-120-12-AC',
    name: 'Node RPD module 1.2 GHz, AC',
    warrantyMonths: 36,
    serial: /^RN1[0-9]{2}W[0-5][0-9][A-HJ-NP-Z][0-9]{5}$/,
    example: 'RN123W08K01977',
  },
  {
    partNumber: 'RS-12-CH',
    name: 'Remote PHY shelf chassis, 12 slots',
    warrantyMonths: 36,
    serial: /^RS2[0-9]{2}W[0-5][0-9][A-HJ-NP-Z][0-9]{5}$/,
    example: 'RS224W11B00083',
  },
  {
    partNumber: 'RS-12-LC',
    name: 'Shelf line card, one RPD',
    warrantyMonths: 36,
    serial: /^RL2[0-9]{2}W[0-5][0-9][A-HJ-NP-Z][0-9]{5}$/,
    example: 'RL224W12B03310',
  },
  {
    partNumber: 'RS-PSU-AC',
    name: 'Shelf power supply, AC',
    warrantyMonths: 24,
    serial: /^PS[0-9]{2}W[0-5][0-9][0-9]{6}$/,
    example: 'PS24W19004410',
  },
  {
    partNumber: 'RS-FAN-2',
    name: 'Shelf fan tray',
    warrantyMonths: 24,
    serial: /^FT[0-9]{2}W[0-5][0-9][0-9]{6}$/,
    example: 'FT23W44001207',
  },
  {
    partNumber: 'OP-X1-N2',
    name: 'OLT plug XGS-PON, class N2',
    warrantyMonths: 24,
    serial: /^OPX[A-HJ-NP-Z0-9]{9}$/,
    example: 'OPX7KQ2M00F4',
  },
  {
    partNumber: 'SR-2U-32C',
    name: 'Core server 2U, 32 cores',
    warrantyMonths: 60,
    serial: /^SR[0-9]{2}[A-Z]{2}[0-9]{6}$/,
    example: 'SR25QD004518',
  },
  {
    partNumber: 'SW-48Y',
    name: 'CIN leaf switch 48 × 25G',
    warrantyMonths: 60,
    serial: /^SW[0-9]{2}[A-Z]{2}[0-9]{6}$/,
    example: 'SW24HM000931',
  },
] as const

/** The part of that number. */
export function partOf(partNumber: string) {
  return parts.find((part) => part.partNumber === partNumber)
}

/** Whether a serial number has the form of those of the part. */
export function serialFits(partNumber: string, serial: string): boolean {
  return partOf(partNumber)?.serial.test(serial) ?? false
}

/** The part that a serial number belongs to by its form, if any. */
export function partOfSerial(serial: string) {
  return parts.find((part) => part.serial.test(serial))
}

/** The day on which the warranty ends, as `2028-09-14`: months after the week in the serial number; null where it has none. */
export function warrantyEnd(partNumber: string, serial: string): string | null {
  const part = partOf(partNumber)
  const week = /^(?:RN1|RS2|RL2|PS|FT)(\d\d)W(\d\d)/.exec(serial)
  if (!part || !week || !part.serial.test(serial)) return null
  const fourth = new Date(Date.UTC(2000 + Number(week[1]), 0, 4))
  const sunday = fourth.getTime() + (Number(week[2]) * 7 - ((fourth.getUTCDay() + 6) % 7) - 1) * 86_400_000
  const ends = new Date(sunday)
  ends.setUTCMonth(ends.getUTCMonth() + part.warrantyMonths)
  return ends.toISOString().slice(0, 10)
}
