// JSON that comes from a user, in a file or a link: read, or refused in words.

const LARGEST_FILE = 1_000_000; // bytes

/** The JSON data of a file that a user gives. */
export async function readFile(file) {
  if (file.size > LARGEST_FILE) throw new Error("A file of an instrument or a gesture has at most 1 MB.");
  return parsed(await file.text(), `${file.name} is no JSON file.`);
}

/** The object that a text holds. */
export function parsed(text, otherwise) {
  let data;
  try {
    data = JSON.parse(text);
  } catch {
    throw new Error(otherwise);
  }
  if (!isObject(data)) throw new Error(otherwise);
  return data;
}

export function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
