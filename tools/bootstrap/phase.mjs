/** Prints the name of a phase, and its duration. */
export async function phase(name, work) {
  const from = Date.now()
  console.log(`${name} …`)
  const result = await work()
  console.log(`${name}: done in ${((Date.now() - from) / 1000).toFixed(1)} s`)
  return result
}
