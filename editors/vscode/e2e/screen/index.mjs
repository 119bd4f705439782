export async function screenTests() {
  return [];
}
