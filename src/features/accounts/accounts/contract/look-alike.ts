/** Letters of other scripts, and digits, that look like a Latin letter (a part of Unicode TR39 confusables.txt). */
const lookAlikes: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    a: 'аα',
    b: 'вβ',
    c: 'сϲ',
    d: 'ԁ',
    e: 'еε',
    g: 'ɡ',
    h: 'нһ',
    i: 'іι1l|ӏ',
    j: 'ј',
    k: 'кκ',
    m: 'м',
    n: 'пη',
    o: 'оοσ0',
    p: 'рρ',
    q: 'ԛ',
    s: 'ѕ',
    t: 'тτ',
    u: 'υ',
    v: 'ѵν',
    w: 'ѡω',
    x: 'хχ',
    y: 'уγ',
  }).flatMap(([letter, others]) => [...others].map((other) => [other, letter])),
)

/**
 * The form in which two names that a reader takes for the same are equal: NFKC, case folded, without spaces,
 * punctuation and invisible characters, look-alike letters replaced.
 */
export function lookAlikeForm(name: string): string {
  const foldedName = name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')
  const letters = [...foldedName.replace(/[^\p{L}\p{M}\p{N}|]/gu, '')].map((letter) => lookAlikes[letter] ?? letter)
  return letters.join('').replaceAll('rn', 'm') || foldedName
}
