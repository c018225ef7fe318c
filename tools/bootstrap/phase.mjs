/** Says what begins, and how long it took. */
export async function phase(name, work) {
  const from = Date.now()
  console.log(`${name} …`)
  const result = await work()
  console.log(`${name}: done in ${((Date.now() - from) / 1000).toFixed(1)} s`)
  return result
}
