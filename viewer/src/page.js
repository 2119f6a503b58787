// The texts of the page around the picture: what was found, from what, and which files lie beside it.

export const $ = (id) => document.getElementById(id);

// A line above the picture; what it says already, it goes on saying.
export function say(text) {
  const line = $("notice");
  line.hidden = false;
  line.textContent = line.textContent ? `${line.textContent} ${text}` : text;
}

export function fillPage(data) {
  $("verdict").textContent = data.verdict ?? "";
  if (data.warning) say(data.warning);
  if (data.reduced > 1) say(`Every ${data.reduced}th pixel is shown; the files hold all of them.`);
  for (const [name, value] of Object.entries(data.facts)) {
    const row = $("facts").insertRow();
    const head = document.createElement("th");
    head.textContent = name;
    row.append(head);
    row.insertCell().textContent = value;
  }
  $("command").textContent = data.command ?? "";
  if (data.files?.length) {
    $("beside").append("beside this page: ");
    data.files.forEach((name, index) => {
      const link = document.createElement("a");
      link.href = encodeURIComponent(name);
      link.textContent = name;
      $("beside").append(index ? ", " : "", link);
    });
  }
}
