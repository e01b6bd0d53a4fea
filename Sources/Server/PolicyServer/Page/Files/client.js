// The calls of the API. The token lives as long as the tab, and never in a URL.

const place = "pavise-parent-token";

export const hasToken = () => sessionStorage.getItem(place) !== null;
export const setToken = (token) => sessionStorage.setItem(place, token);
export const forgetToken = () => sessionStorage.removeItem(place);

/** What the server said instead of doing it. */
export class Refused extends Error {
  constructor(status, body) {
    super(body?.message ?? `the server answered ${status}`);
    this.status = status;
    this.faults = body?.faults ?? [];
  }
}

export async function call(method, path, body) {
  let response;
  try {
    response = await fetch(`/api/v1${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${sessionStorage.getItem(place) ?? ""}`,
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      cache: "no-store",
    });
  } catch {
    throw new Refused(0, { message: "the server cannot be reached" });
  }
  if (response.status === 204) return null;
  const text = await response.text();
  let answer = null;
  try { answer = JSON.parse(text); } catch { /* an error that is not JSON has its status */ }
  if (!response.ok) {
    if (response.status === 401 && hasToken()) {
      forgetToken();
      dispatchEvent(new Event("signed-out"));
    }
    throw new Refused(response.status, answer ?? { message: text.trim() || undefined });
  }
  return answer;
}
