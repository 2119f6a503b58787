// Bundles the script of the page, with three.js inside, next to page.html and page.css; Python fills in the data.
import { build } from "esbuild";
import { readFileSync, writeFileSync } from "node:fs";

const target = "../src/blurry_edges/viz/viewer";
await build({
  entryPoints: ["src/main.js"],
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2020",
  legalComments: "none",
  outfile: `${target}/viewer.js`,
});
const licence = readFileSync("node_modules/three/LICENSE", "utf8").trim().replaceAll("*/", "* /");
const script = readFileSync(`${target}/viewer.js`, "utf8");
// A page that holds the script must not end it early.
writeFileSync(`${target}/viewer.js`, `/* three.js\n${licence}\n*/\n${script.replaceAll("</script", "<\\/script")}`);
